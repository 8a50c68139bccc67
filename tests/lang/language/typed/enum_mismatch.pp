class { 'typed': enum => 'c' }
