File { * => { 'mode' => '0644', 'owner' => 'x' } }
file { '/tmp/a': }
