notify { 'c': require => Notify }
