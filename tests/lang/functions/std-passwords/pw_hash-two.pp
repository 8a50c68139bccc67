notice(pw_hash('x', 'SHA-512'))
