::rt_simple { 'a': }
