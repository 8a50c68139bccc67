notify { 'x': message => Class }
