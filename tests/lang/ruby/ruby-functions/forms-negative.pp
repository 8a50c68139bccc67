notice(rubyfns::forms(-3))
