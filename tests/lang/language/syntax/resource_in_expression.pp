$x = 1 + notify { 'a': }
