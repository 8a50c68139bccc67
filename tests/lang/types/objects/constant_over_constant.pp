type A = Object[{constants => {k => 1}}]
type B = Object[{parent => A, constants => {k => 2}}]
notice(B, B().k, A().k)
