type A = Object[{attributes => {a => Float}}]
notice(A(1.0) == A(1.0), A(1.0) == 1)
