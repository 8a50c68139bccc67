class { 'typed': str => 5 }
