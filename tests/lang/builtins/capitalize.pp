notice(capitalize([['a']]))
