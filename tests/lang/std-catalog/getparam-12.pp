notice(getparam(Integer, 'b'))
