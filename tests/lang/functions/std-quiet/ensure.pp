ensure_packages('a')
ensure_resource('package', 'a', { ensure => installed })
