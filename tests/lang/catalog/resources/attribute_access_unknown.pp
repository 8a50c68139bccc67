file { '/tmp/a': }
notice(File['/tmp/a']['colour'])
