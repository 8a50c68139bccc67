type A = Object[{attributes => {a => {type => Integer, kind => 'x'}}}]
notice(A)
