# environment: generated
rt_simple { 'a': wrong => 1 }
