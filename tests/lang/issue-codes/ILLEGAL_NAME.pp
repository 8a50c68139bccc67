notice(Class['a b'])
