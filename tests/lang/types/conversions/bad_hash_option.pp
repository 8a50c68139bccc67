notice(Hash([[['a'], 1]], 'foo'))
