notice(get([1], 'x'))
