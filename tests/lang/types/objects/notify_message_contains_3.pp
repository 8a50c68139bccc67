notify { 'e': message => Integer[1,2] }
