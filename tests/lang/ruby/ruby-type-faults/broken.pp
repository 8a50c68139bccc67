rt_broken { 'a': }
