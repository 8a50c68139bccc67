rt_vague { 'a': }
