package { 'y': ensure => installed, require => File['/z'] }
file { '/z': }
ensure_resource('package', 'y', { ensure => installed, require => File['/z'] })
