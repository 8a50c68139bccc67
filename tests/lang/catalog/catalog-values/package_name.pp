package { 'editor': name => 'vim', ensure => installed }
