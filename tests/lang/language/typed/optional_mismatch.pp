class { 'typed': opt => 5 }
