rt_again { 'a': }
