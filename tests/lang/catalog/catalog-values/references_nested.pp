file { '/x': }
notify { 'a': message => [File['/x'], [File['/x'], 'text']] }
