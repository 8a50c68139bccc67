type M = Object[{type_parameters => {a => String, b => Integer, c => Any}}]
notice(M['x', 1, 2])
notice(M[{a => 'x'}])
notice(M[{b => 1, a => 'x'}])
