notify { 'x': message => [default, [default]] }
