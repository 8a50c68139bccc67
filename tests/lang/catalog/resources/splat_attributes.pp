$attrs = { 'ensure' => 'file', 'mode' => '0600' }
file { '/tmp/s': content => 'x', * => $attrs }
file { '/tmp/t': * => {} }
