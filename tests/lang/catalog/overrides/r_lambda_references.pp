[File['/a'], File['/b']].each |$x| { $x { mode => 1 } }
file { ['/a', '/b']: }
