rt_wrong { 'a': }
