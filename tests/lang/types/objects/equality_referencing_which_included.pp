type A = Object[{attributes => {a => Integer}}]
type B = Object[{parent => A, equality => a}]
notice(B)
