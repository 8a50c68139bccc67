package { 'a': ensure => installed }
ensure_packages(['a', 'a'], {})
