$r = stdlib::has_function('')
