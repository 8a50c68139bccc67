notify { 'n': message => /re/ }
