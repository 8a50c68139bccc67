file { 'conf': path => '/etc/conf' }
notify { 'b': require => File['/etc/conf'] }
