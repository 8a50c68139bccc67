type A = Struct[{3 => Integer}]
notice(A)
