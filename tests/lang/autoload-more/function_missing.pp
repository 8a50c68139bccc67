notice(funcs::nowhere())
