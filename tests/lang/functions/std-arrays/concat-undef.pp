notice(concat(undef, ['b']))
