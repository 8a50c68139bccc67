file { default: mode => '0644', owner => 'root' ; '/b': ; '/a': owner => 'me' }
