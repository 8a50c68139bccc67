notice(type([a, 1].reverse_each, 'generalized'), type(['a', 1].reverse_each, 'reduced'))
