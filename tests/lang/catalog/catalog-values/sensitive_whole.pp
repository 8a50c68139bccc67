notify { 'a': message => Sensitive('x') }
