notify { 'x': require => Nothing['y'] }
notice(Resource['nothing', 'x'])
nothing { 'x': }
