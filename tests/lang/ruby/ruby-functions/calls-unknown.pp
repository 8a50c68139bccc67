notice(rubyfns::calls('rubyfns::nothing', 1))
