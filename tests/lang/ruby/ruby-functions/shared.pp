notice(rubyfns_shared('a', 1))
notice(rubyfns_shared('b', 2))
