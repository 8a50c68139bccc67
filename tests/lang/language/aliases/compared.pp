type A = Integer[0, 9]
notice(A < Integer, A <= A, Integer < A, A == Integer[0, 9])
