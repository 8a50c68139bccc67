File['/tmp/a'] { mode => '0600' }
file { '/tmp/a': }
