type A = Object[{type_parameters => {p => Integer}}]
type B = Object[{parent => A, type_parameters => {p => Integer}}]
notice(B)
