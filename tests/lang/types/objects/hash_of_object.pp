type A = Object[{attributes => {a => Integer}}]
notice(Hash(A(1)))
