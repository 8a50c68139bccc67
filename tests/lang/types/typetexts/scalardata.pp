type A = ScalarData[3]
notice(A)
