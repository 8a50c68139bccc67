notify { 'x': message => [Nope['x'], Nope['y']] }
