File['/tmp/never'] { mode => '0600' }
