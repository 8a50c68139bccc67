notice(String(str2saltedpbkdf2('Pa$$w0rd', 'Using s0m3 s@lt', 50000), '%p'))
notice(String(str2saltedpbkdf2(Sensitive('Pa$$w0rd'), Sensitive('Using s0m3 s@lt'), 40001), '%p'))
notice(String(str2saltedpbkdf2('', 'ääää', 40001)['salt_hex'], '%p'))
