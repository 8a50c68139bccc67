notice(rubyfns::nothing(1))
