type A = Object[{attributes => {a => Integer}}]
fail(A(1))
