class funcs($x = funcs::good("default")) { notify { "funcs ${x}": } }
