File { mode => '0600' }
file { '/tmp/a': }
notice(File['/tmp/a']['mode'])
