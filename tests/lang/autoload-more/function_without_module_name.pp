notice(good(1))
