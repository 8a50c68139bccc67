class { 'typed': int => 'x', bool => 1 }
