file { ['/a', '/b']: ensure => present, alias => undef }
notice(rbmade::run('remove'))
