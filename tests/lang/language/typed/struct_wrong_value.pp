class { 'typed': struct => { 'port' => 'http' } }
