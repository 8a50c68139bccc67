notice(pick())
