notify { 'x': message => /re/ }
