rt_simple { 'a': stage => 'main' }
