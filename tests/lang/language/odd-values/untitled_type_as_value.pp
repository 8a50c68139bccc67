notify { 'x': message => Notify }
