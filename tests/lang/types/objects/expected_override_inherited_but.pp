type A = Object[{attributes => {a => Integer}}]
type B = Object[{parent => A, attributes => {b => {type => Integer[0], override => true}}}]
notice(B)
