package { 'nginx': name => 'nginx' }
file { '/tmp/p': path => '/tmp/p' }
