rt_nameless { 'a': value => 1 }
