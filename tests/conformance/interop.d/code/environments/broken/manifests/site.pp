fail("deliberate")
