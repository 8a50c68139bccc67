notify { 'a': message => File['/x'] }
file { '/x': }
