file { 'conf': path => '/etc/conf' }
notify { 'a': require => File['/etc/conf'] }
