type A = Foo
notice(A)
