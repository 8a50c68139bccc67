type A = Object[{attributes => {a => Integer}}]
assert_type(A, 'x')
