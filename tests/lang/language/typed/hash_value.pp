class { 'typed': hash => { 'a' => 'b' } }
