notice(rubyfns::order(1))
