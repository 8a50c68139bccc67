file { 'a': name => '/b', path => '/c' }
file { 'd': path => '/e', name => '/f' }
file { '/g': name => '/h' }
file { '/i': path => '/j', name => undef }
