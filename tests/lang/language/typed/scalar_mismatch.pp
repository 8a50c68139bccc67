class { 'typed': scalar => [1] }
