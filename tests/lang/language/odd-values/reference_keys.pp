notify { 'x': message => { Class['b'] => 1, File['/x'] => 2 } }
