notice(Hash([[['a'], [1, [2]]], [['a', 1, 0], 'x'], [[], ['p', 'q']]], 'hash_tree'))
