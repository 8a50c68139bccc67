package { 'y': ensure => installed, before => [File['/z'], Notify['u']] }
notify { 'u': } file { '/z': }
ensure_resource('package', 'y', { ensure => installed, before => [File['/z'], Notify['u']] })
