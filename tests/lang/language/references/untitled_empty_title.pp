notify { 'a': message => File[''] }
