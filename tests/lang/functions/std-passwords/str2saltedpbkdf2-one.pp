notice(str2saltedpbkdf2('x'))
