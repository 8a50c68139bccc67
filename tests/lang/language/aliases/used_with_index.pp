type A = Array[Integer]
notice(A[1])
