# environment: generated
file { '/x': ensure => present }
