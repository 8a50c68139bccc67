rt_needy { 'a': }
