notice(hash(undef))
