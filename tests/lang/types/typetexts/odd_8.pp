type A = 3
notice(A)
