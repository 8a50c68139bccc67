notice(Hash([[['a'], [1]], [['a', 3], 4]], 'tree'))
