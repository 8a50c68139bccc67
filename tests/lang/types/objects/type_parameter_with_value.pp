type M = Object[{type_parameters => {a => {type => String, value => 'x'}}}]
notice(M)
