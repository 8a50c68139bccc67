type A = Tuple[]
notice(A)
