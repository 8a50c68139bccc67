user { 'u': groups => [['a', ['b']], 'c'] }
