notice(File['/a'] == File['/a'], File['/a'] == File['/b'], Class['x'] == Class['X'], File == Resource['file'])
