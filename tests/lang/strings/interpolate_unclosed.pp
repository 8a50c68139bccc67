notice("a ${b")
