type A = Object[{attributes => {a => Integer}, functions => {b => String}}]
notice(A)
