file { '/tmp/a': ensure => file, mode => undef }
