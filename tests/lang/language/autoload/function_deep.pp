notice(funcs::deep::er(1))
