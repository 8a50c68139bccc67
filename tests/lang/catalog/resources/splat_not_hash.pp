file { '/tmp/s': * => 'mode' }
