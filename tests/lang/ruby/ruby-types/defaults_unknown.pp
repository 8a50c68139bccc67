Rt_simple { wrong => 'default' }
rt_simple { 'a': }
