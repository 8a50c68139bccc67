file { 'not/absolute': ensure => file }
