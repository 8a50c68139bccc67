notify { 'a': require => Rt_raises['x'] }
