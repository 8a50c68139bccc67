type A = Iterable[3]
notice(A)
