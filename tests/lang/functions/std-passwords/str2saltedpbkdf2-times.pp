notice(str2saltedpbkdf2('x', 'Using s0m3 s@lt', '50000'))
