fieldfns_file { 'x': mode => 'u=rw' }
