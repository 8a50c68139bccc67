type A = Integer[a]
notice(A)
