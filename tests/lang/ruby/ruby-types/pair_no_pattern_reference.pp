notify { 'n': require => Rt_pair['a@b@c'] }
