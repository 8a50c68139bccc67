package { 'a': ensure => present }
ensure_packages('a')
