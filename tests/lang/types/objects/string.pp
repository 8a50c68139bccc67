type A = Object[{attributes => {a => 'x'}}]
notice(A)
