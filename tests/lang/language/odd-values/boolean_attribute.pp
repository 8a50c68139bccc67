notify { 'x': message => true, withpath => false }
