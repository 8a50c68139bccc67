notice(squeeze('a', 1))
