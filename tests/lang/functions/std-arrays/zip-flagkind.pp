notice(zip([1], [2], 5))
