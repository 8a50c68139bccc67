notice(regsubst('aXbX', 'x', 'y', 'GI'), regsubst('abc', '(b)(c)', '[\2\1\0\&]'), regsubst('abc', /b/, 'x', 'G'), regsubst(['ab','cb'], 'b', 'x'), regsubst('abc', '(?<n>b)', '<\k<n>>'))
