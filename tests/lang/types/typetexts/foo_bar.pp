type A = Foo::Bar[1]
notice(A)
