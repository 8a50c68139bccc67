typed::def { 'x': ensure => 'absent', port => 80, options => { 'a' => [1] } }
