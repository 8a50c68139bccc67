class { 'typed': int => 'five' }
