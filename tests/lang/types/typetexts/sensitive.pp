type A = Sensitive[3]
notice(A)
