notice(rubyfns::optional())
