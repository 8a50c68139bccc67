notice(String('foo::bar_baz::', '%C'), String('foo::bar', '%#C'), String(' a ', '%t'), String(' a ', '%#t'), String("a\nb", '%p'), String('a', '%#p'), String('x$"\\', '%#p'))
