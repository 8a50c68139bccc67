notice(prefix(undef, 'p'))
