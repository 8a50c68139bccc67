type A = Object[{attributes => {alias => Integer, end => Integer, nil => Integer}}]
notice(A(1,2,3), A(1,2,3).alias, A(1,2,3).end)
