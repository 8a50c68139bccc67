notify { 'a': require => Notify['never'] }
