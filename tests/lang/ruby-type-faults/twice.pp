rt_twice { 'a': }
