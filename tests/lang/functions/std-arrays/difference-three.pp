notice(difference([1], [2], [3]))
