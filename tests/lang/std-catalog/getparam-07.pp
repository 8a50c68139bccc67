notice(getparam(undef, ''))
