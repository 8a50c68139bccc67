notice(shellquote('a','b c',"d'e",'f"g',"h'i\"j\$", '', ['x',['y z']], 'a=b', 'a!b', "a\nb"))
