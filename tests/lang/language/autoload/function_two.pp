notice(funcs::two())
