include funcs::bad
