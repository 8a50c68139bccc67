type A = Object[{attributes => {a => Integer, b => Integer}}]
type B = Object[{parent => A, attributes => {c => Integer}}]
notice(A(1,2) == B(1,2,3), B(1,2,3) == B(1,2,3), B(1,2,3) == B(1,2,4))
notice(B(1,2,3) =~ A)
notice(B < A, A > B, A < B, A == B, A == A)
notice(B)
