type A = Object[{constants => {a => 1}, attributes => {a => Integer}}]
notice(A)
