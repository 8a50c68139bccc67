notice(funcs::good(1))
