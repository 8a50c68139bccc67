rt_raises { 'a': }
