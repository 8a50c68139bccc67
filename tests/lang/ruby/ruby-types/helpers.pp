rt_helpers { 'a': }
