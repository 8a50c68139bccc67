notice(range(undef))
