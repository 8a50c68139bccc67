notice(index([1], 1, 2))
