file { '/tmp/x': mode => '0644', ensure => file, owner => 'a', content => 'c', group => 'g' }
