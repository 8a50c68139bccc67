file { '/a': }
File['/a'] { mode => '1' }
