type A = Object[{constants => {k => 1}}]
type B = Object[{parent => A, constants => {k => 'x'}}]
notice(B)
