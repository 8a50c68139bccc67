notify { 'x': message => [1, default, /x/] }
