type A = Object[{equality_include_type => false, attributes => {a => Integer}}]
type B = Object[{parent => A}]
notice(A(1) == B(1), B(1) == A(1), A(1) == A(1))
