file { '/a': ensure => present }
file { '/b': ensure => absent }
file { '/c': ensure => '/target' }
