notice(Hash(1.5))
