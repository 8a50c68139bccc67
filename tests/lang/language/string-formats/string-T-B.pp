notice(String('a' =~ String, '%T'), String(0, '%B'), String(255, '%#X'), String(0, '%#o'))
