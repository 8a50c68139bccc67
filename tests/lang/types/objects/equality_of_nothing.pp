type A = Object[{attributes => {a => Integer}, equality => []}]
notice(A)
notice(A(1) == A(2))
