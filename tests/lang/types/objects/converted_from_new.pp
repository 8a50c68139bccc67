type M = Object[{type_parameters => {p => String}, attributes => {p => String, q => Integer}}]
notice(M['x']('x', 1))
notice(type(M('x', 1)))
notice(M('x',1) == M('x',1))
notice(M['x'].new('y', 1))
