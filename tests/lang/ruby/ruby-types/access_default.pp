Rt_simple { value => 'd' }
rt_simple { 'a': }
notice(Rt_simple['a']['value'], Rt_simple['a']['ensure'])
