notice(rubyfns_two('a'))
