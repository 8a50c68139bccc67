notice(file(undef))
