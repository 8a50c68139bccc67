type A = Object[{attributes => {a => Integer}}]
if A(1) { notice('true') }
notice(!A(1))
