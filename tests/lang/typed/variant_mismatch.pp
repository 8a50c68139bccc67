class { 'typed': variant => 'x' }
