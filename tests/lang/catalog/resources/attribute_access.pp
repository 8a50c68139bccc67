file { '/tmp/a': mode => '0644', owner => 'root' }
notice(File['/tmp/a']['mode'], File['/tmp/a']['owner'], "[${File['/tmp/a']['group']}]")
