# environment: generated
rt_path { '/a': content => 'x' }
rt_path { 'named': path => '/b' }
notify { 'n': require => Rt_path['/b'] }
