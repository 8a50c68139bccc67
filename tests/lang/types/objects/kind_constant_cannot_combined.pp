type A = Object[{attributes => {a => {type => Integer, kind => constant, final => false, value => 3}}}]
notice(A)
