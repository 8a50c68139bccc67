rt_simple { 'same': name => 'same' }
