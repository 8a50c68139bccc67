package { 'web': name => 'nginx', ensure => installed }
service { 'web': name => 'nginx' }
