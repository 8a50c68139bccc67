notice(rubyfns::forms())
