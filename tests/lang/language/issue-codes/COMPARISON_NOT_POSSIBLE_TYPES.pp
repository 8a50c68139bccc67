notice(Integer < 5)
