type A = Object[{attributes => {a => Integer}}]
notice(Array(A(1)))
