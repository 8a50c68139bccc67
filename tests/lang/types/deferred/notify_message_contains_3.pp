notify { 'x': message => [Deferred('join', [[1,2],','])] }
