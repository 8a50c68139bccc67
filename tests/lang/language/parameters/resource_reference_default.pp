File { owner => 'root' }
file { '/a': }
notice(File['/a']['owner'], File['/a']['mode'])
