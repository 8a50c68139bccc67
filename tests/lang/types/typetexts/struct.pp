type A = Struct[3]
notice(A)
