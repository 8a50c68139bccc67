notify { 'a': tag => ['x', ['y', 'z']] }
