File['/a', '/b'] { mode => '1', mode => '2' }
