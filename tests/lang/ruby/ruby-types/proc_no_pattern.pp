rt_proc { 'A-B': }
