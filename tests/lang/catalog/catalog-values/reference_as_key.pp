file { '/x': }
notify { 'a': message => { File['/x'] => 1 } }
