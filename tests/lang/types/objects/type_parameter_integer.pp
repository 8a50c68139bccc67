type M = Object[{type_parameters => {a => 3}}]
notice(M)
