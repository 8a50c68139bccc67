type A = Object[{attributes => {a => Integer}}]
notice(length(A(1)))
