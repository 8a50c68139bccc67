type A = Object[{attributes => {a => Integer}}]
type B = Object[{parent => A, attributes => {a => Integer}}]
notice(B)
