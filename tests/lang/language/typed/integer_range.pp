class { 'typed': int => 11 }
