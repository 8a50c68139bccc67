$r = stdlib::merge([1])
