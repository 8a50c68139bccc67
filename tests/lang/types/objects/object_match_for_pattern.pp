$x = Object['a']
