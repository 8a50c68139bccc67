notice(dirname(undef))
