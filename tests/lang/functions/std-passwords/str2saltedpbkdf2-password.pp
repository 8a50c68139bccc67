notice(str2saltedpbkdf2(1, 'Using s0m3 s@lt', 50000))
