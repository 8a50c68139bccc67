type A = Array[Foo]
notice(A, [1] =~ A)
