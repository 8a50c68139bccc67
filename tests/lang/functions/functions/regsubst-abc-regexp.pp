notice(regsubst('abc', Regexp[/b/], 'x'), regsubst('abc', Regexp, 'x'), regsubst('aä', '\w', '-', 'G'), regsubst('', '^', 'x'), regsubst('abc', '', '-', 'G'))
