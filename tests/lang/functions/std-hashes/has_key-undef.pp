notice(has_key(undef, 'b'))
