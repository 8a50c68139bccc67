file { '/tmp/s': mode => '0644', mode => '0600' }
