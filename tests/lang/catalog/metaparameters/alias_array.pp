file { '/a': alias => ['one', 'two'] }
notify { 'x': require => File['two'] }
