type A inherits Object { attributes => { a => Integer } }
notice(A(1))
