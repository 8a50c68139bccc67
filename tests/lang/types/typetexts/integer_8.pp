type A = Integer[2,1]
notice(A)
