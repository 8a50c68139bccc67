rt_path { 'named': path => '/b' }
notify { 'n': require => Rt_path['/b'] }
