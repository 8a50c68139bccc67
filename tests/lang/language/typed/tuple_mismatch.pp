class { 'typed': tuple => ['x', 'y'] }
