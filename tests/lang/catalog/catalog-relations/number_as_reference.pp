notify { 'b': require => 5 }
