type A = Object[{attributes => {a => {type => Integer, kind => derived}}}]
notice(A())
notice(A().a)
