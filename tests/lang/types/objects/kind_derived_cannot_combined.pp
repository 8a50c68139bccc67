type A = Object[{attributes => {a => {type => Integer, kind => derived, value => 3}}}]
notice(A)
