class { 'typed': bool => 'true' }
