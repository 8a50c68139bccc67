type A = String['a']
notice(A)
