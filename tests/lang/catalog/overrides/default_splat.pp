File { * => { mode => '0600', owner => 'q' } }
file { '/x': }
