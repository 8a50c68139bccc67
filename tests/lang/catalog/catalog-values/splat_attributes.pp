$common = { 'mode' => '0644', 'owner' => 'root' }
file { '/a': * => $common, content => 'x' }
