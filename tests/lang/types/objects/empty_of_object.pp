type A = Object[{attributes => {a => Integer}}]
notice(empty(A(1)))
