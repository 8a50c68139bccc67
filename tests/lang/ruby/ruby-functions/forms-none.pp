notice(rubyfns::forms(true, 1))
