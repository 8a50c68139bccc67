type A = Object[{parent => Nope}]
notice(A)
