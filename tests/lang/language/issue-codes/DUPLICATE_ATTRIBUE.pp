notify { 'x': message => 1, message => 2 }
