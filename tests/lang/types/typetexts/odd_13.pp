type A = Type[3]
notice(A)
