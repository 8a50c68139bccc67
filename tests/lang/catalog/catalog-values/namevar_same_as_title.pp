file { '/x': path => '/x', ensure => file }
