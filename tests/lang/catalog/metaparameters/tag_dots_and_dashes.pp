notify { 'a': tag => ['x.y', 'x-y', 'x_y', '1x', '.x'] }
