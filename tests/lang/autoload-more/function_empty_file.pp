notice(funcs::empty())
