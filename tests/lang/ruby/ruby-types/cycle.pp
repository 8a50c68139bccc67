rt_simple { 'a': require => Rt_simple['b'] }
rt_simple { 'b': }
