file { 'a': path => '/b' } file { 'c': name => '/b', path => '/d' }
