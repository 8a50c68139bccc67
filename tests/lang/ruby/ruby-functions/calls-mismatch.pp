notice(rubyfns::calls('upcase', 1, 2))
