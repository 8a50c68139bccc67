include funcs::good
