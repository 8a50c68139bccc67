file { '/tmp/a': }
service { 's': }
File['/tmp/a'] ~> Service['s']
