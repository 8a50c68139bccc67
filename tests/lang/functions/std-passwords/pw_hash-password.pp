notice(pw_hash(1, 'SHA-512', 'salt'))
