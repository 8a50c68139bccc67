notice(getparam(File, 'b'))
