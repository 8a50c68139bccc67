type A = Object[{attributes => {a => {type => Integer, value => 3}}}]
type B = Object[{parent => A, attributes => {b => Integer}}]
notice(B(1), B(1, 2))
notice(B({b => 1}), B({a => 5, b => 1}))
