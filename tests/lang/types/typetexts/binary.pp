type A = Binary[3]
notice(A)
