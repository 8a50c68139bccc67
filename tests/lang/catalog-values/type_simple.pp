notify { 'a': message => String }
