rt_late { 'a': }
