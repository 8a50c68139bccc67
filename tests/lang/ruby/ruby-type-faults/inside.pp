rt_param { 'a': rt_inside => 1 } notify { 'n': rt_inside => 2 }
