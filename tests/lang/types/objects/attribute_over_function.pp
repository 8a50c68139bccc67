type A = Object[{functions => {f => Callable}}]
type B = Object[{parent => A, attributes => {f => Integer}}]
notice(B)
