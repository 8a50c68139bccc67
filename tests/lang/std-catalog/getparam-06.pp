getparam(false, 'x')
