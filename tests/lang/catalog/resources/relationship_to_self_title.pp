file { ['/a', '/a/b']: ensure => directory }
file { '/a/b/c': require => File['/a', '/a/b'] }
