type A[X] = Integer
