notice(String(union(['a', 'b'], ['b', 'c'], ['d', 'a']), '%p'))
notice(String(union([1, 1.0], ['1', 1]), '%p'))
notice(String(union([], []), '%p'))
notice(String(union([[1], [1]], [undef]), '%p'))
