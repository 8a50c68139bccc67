notice(1.2x)
