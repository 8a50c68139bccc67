type A = Object[{attributes => {a => Integer}}]
notice(Integer(A(1)))
