type A = Type[A]
notice(A)
