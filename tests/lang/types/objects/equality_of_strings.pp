type A = Object[{attributes => {a => String}}]
notice(A('x') == A('X'), A('x') in [A('X')])
