type A = Object[{attributes => {a => {type => Integer, kond => 'x'}}}]
notice(A)
