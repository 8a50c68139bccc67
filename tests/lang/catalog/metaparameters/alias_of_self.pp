file { '/a': alias => '/a' }
