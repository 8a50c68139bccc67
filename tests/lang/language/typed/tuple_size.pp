class { 'typed': tuple => ['x'] }
