type A = A
notice(A)
