type A = Integer[0, 9]
notice(1 <= A)
