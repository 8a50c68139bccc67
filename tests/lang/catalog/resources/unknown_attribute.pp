file { '/tmp/s': colour => 'red' }
