Resource['file', '/x'] { mode => '1' }
file { '/x': }
