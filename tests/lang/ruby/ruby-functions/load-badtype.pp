notice(rubyfns::badtype(1))
