notify { 'c': require => 5 }
