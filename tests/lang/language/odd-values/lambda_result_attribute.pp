notify { 'x': message => [1, 2].map |$x| { $x * 2 } }
