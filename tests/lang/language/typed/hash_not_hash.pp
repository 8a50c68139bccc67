class { 'typed': hash => [1] }
