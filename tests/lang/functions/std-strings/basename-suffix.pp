notice(basename('a', 1))
