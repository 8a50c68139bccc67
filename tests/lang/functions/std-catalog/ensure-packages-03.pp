package { 'a': }
ensure_packages('a')
