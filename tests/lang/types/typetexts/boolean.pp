type A = Boolean[3]
notice(A)
