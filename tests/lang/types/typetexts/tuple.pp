type A = Tuple[3]
notice(A)
