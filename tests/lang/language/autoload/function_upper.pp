notice(funcs::upper())
