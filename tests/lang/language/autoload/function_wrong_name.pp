notice(funcs::wrong())
