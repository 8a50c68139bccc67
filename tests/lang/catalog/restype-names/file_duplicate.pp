file { 'a': path => '/b', name => '/x' } file { 'c': name => '/y', path => '/b' }
