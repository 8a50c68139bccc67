funcs::fails()
