# environment: generated
rt_nameless { 'a': name => 'b' }
