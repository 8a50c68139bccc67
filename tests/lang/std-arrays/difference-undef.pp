notice(difference(undef, []))
