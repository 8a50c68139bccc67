type B = Object { attributes => { a => Integer } }
type A inherits B { attributes => { b => Integer } }
notice(A(1,2))
notice(A)
