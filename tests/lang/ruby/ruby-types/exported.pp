@@rt_simple { 'a': value => 'x' }
