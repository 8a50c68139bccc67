notice(funcs::notfunction())
