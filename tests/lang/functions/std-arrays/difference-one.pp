notice(difference([1]))
