file { 'config': path => '/etc/x', ensure => file }
