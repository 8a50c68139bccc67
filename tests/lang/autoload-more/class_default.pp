include funcs
