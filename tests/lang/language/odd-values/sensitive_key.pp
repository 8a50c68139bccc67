notify { 'x': message => { Sensitive('x') => 1 } }
