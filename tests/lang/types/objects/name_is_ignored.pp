type A = Object[{name => 'X', attributes => {}}]
notice(A, X)
