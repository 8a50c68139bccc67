notice(rubyfns_none())
