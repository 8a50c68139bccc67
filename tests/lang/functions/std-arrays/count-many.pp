notice(count([], 1, 2))
