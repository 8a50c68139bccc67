# environment: generated
rt_nameless { 'a': value => 1 }
