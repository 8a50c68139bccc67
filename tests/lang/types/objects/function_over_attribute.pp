type A = Object[{attributes => {f => Integer}}]
type B = Object[{parent => A, functions => {f => Callable}}]
notice(B)
