notice(pw_hash('x', 'SHA-512', "ab\n"))
