type A = Object[{attributes => {a => {value => 'x'}}}]
notice(A)
