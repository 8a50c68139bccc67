Resource['notify'] { 'x': message => 'y' }
Resource[File] { '/tmp/z': ensure => file }
