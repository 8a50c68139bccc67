rt_simple { 'a': require => Rt_simple['b'] }
