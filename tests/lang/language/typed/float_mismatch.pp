class { 'typed': float => 1 }
