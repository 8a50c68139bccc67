file { '/x': }
notify { 'a': message => { 'f' => File['/x'], 'l' => [File['/x']] } }
