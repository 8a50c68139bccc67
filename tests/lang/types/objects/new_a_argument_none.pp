type A = Object[{attributes => {a => {type => Integer, kind => given_or_derived}}}]
notice(A(1))
notice(A(1).a)
notice(A())
