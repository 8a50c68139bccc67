notice(funcs::typed(3))
notice(funcs::typed(9))
