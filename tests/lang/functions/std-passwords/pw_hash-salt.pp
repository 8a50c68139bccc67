notice(pw_hash('x', 'SHA-512', 'a b'))
