class { 'typed': array => 'x' }
