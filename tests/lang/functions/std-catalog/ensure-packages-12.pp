package { 'x': name => 'a', ensure => installed }
ensure_packages('a')
