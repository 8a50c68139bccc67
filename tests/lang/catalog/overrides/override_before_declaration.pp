File['/x'] { mode => '0777' }
file { '/x': }
