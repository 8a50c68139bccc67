notice(str2saltedpbkdf2('x', 1, 50000))
