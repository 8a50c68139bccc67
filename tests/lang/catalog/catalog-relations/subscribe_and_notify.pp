file { '/c': notify => Service['s'] }
service { 's': subscribe => File['/d'] }
file { '/d': }
