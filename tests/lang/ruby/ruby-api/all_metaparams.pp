file { '/x': ensure => file } ra_all { 'a': noop => true, tag => 'x', require => File['/x'], loglevel => debug, schedule => 'daily', audit => all, alias => 'b' }
