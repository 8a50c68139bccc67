notify { 'x': require => [File] }
