class { 'typed': array => [1, 'b'] }
