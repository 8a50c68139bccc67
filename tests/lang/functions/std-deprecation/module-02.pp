class { 'm': }
