file { '/': ensure => directory }
file { '/tmp//double': ensure => file }
