rt_simple { 'a': value => 1 }
notice(Rt_simple['a']['wrong'])
