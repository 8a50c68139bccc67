notice(URI('http://a/b/c') + 1)
