file { '/tmp/x': }
file { 'y': path => '/tmp/x' }
