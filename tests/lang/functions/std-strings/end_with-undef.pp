notice(stdlib::end_with(undef, 'a'))
