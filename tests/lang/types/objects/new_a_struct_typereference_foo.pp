type A = Object[{attributes => {a => Foo}}]
notice(A)
notice(A(1))
