notify { 'x': } -> 5
