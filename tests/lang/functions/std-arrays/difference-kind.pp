notice(difference([1], 'a'))
