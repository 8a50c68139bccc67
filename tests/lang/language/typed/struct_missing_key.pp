class { 'typed': struct => { 'host' => 'h' } }
