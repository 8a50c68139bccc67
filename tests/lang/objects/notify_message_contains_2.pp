notify { 'e': message => Error }
