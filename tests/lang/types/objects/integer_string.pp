type A = Object[{attributes => {a => {type => Integer, value => 'x'}}}]
notice(A)
