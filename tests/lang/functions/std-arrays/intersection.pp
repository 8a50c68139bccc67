notice(String(intersection(['a', 'b', 'c', 'b'], ['b', 'c', 'd']), '%p'))
notice(String(intersection([1, 1, 2], [1, 1.0]), '%p'))
notice(String(intersection([], []), '%p'))
notice(String(intersection([[1, [2]]], [[1, [2]]]), '%p'))
