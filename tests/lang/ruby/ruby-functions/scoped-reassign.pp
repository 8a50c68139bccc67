$x = 1
rubyfns::scoped('set', 'x', 2)
