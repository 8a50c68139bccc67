::notify { 'x': }
