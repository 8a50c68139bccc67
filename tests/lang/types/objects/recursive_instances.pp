type M = Object[{attributes => {a => Optional[M]}}]
notice(M(M(M())))
notice(type(M(M(M()))))
