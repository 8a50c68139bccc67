$x = 5
notify { 'a': message => getvar('x.a', 'other') }
