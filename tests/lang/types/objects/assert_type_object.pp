type A = Object[{attributes => {a => Integer}}]
notice(assert_type(A, A(1)), assert_type('A', A(1)))
