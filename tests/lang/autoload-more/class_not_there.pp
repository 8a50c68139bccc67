include funcs::nothing
