notice(rubyfns::noname(1))
