rt_unknown { 'a': }
