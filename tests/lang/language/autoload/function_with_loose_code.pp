notice(funcs::code())
