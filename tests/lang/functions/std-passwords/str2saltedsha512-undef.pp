notice(str2saltedsha512([undef]))
