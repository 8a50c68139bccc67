notify { 'a': noop => true, loglevel => 'warning', audit => ['message'], alias => 'b', tag => ['x', 'y'] }
