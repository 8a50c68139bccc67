type A = Init[3]
notice(A)
