type A = Object[{attributes => {a => {type => Integer, kind => reference}}}]
notice(A(1))
