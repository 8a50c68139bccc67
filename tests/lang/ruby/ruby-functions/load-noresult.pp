notice(rubyfns::noresult(1))
