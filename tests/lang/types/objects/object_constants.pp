type A = Object[{constants => {a => 1}}]
notice(A)
notice(A().a)
notice(A())
