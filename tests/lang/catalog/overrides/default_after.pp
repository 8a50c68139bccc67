file { '/x': }
File { mode => '0777' }
