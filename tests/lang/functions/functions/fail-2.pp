fail('a', 5, [1])
