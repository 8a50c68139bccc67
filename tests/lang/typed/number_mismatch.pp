class { 'typed': number => 'x' }
