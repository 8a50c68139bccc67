exec { 'run it': command => '/bin/true', unless => ['/bin/a', '/bin/b'] }
