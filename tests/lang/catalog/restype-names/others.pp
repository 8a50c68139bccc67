exec { 'a': command => '/bin/b', name => '/bin/c' } notify { 'n': name => 'm' } user { 'x': name => 'y' } File { name => '/z' } file { '/p': path => '/q' }
