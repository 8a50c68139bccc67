notice('abc'[0], 'abc'[-1], 'abcdef'[1, 2], 'abcdef'[2, -2], 'abc'[9], 'abc'[1, 0])
