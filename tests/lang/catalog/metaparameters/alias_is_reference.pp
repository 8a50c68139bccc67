file { '/a': alias => 'short' }
notify { 'x': require => File['short'] }
