file { ['/x', '/y']: }
notify { 'a': message => File['/x', '/y'] }
