notify { 'b': require => 'nonsense' }
