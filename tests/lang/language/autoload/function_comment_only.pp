notice(funcs::comment())
