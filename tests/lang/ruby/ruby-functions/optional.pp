notice(rubyfns::optional(1), rubyfns::optional(1, 2), rubyfns::optional(1, 2, 3, 4))
