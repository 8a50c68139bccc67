notice(str2saltedsha512())
