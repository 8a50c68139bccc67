notice(7 % 2.5)
