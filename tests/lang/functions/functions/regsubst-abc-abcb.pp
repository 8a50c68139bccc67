notice(regsubst('abc', 'b', {'b' => 'X'}), regsubst('abcb', /[bc]/, {'b' => 'X'}, 'G'), regsubst("a\nb", 'a.b', 'x', 'M'), regsubst('a b', 'a b', 'x', 'E'), regsubst('ab', 'a b # c', 'x', 'E'))
