rt_path { '/a': content => 'x' }
rt_path { 'named': path => '/b' }
rt_path { 'by name': name => '/c' }
notice(Rt_path['/b']['path'], Rt_path['by name']['path'], Rt_path['by name']['name'])
