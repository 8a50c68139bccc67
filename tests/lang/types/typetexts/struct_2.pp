type A = Struct[{a => 3}]
notice(A)
