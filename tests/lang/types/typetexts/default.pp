type A = Default[3]
notice(A)
