notice(range(1, 2, 'x'))
