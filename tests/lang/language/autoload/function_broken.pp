notice(funcs::broken())
