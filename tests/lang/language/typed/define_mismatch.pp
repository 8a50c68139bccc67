typed::def { 'x': ensure => 'maybe' }
