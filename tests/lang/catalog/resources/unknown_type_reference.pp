notify { 'x': message => Nosuch['y'] }
