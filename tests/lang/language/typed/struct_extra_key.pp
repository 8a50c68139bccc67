class { 'typed': struct => { 'port' => 1, 'nope' => 2 } }
