notify { 'x': message => ['a', Sensitive('b')] }
