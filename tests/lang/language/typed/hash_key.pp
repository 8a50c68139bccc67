class { 'typed': hash => { 1 => 1 } }
