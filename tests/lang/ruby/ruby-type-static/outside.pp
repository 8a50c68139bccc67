# Another environment has none of them.
rt_simple { 'a': }
