type A = { attributes => { a => Integer } }
notice(A(1))
