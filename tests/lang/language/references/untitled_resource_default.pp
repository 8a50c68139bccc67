File { mode => File }
file { '/a': }
