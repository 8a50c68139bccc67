notice('CAT' in ['cat'], 1 in [1, 2], '1' in [1], /b/ in ['abc'], Integer in ['a', 1], 'x' in [String], [1] in [[1]])
