type A = Object[{parent => Integer}]
notice(A)
notice(A())
