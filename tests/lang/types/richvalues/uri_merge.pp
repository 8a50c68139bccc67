notice(URI('http://a/b') + 'c', URI('http://a/b/') + 'c', URI('http://a/b/c') + '../d', URI('http://a/b/c') + '?q')
notice(URI('http://a/b/c') + '#f', URI('http://a/b/c') + '//x/y', URI('http://a') + '', URI('http://a/b/c/d') + './../../e/./f/..')
notice(URI('http://a/b?x#y') + URI('c'), URI('http://u@a:81/b') + '/z')
