notify { 'a': }
notify { 'c': require => 'Notify[a]' }
