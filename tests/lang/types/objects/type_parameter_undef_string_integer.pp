type M = Object[{type_parameters => {a => String}}]
notice(M[3])
