rt_empty { 'a': }
