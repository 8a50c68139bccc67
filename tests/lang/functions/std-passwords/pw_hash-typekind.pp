notice(pw_hash('x', 1, 'salt'))
