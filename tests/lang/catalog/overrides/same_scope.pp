file { '/tmp/a': }
File['/tmp/a'] { mode => '0600' }
