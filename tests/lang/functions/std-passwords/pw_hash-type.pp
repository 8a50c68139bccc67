notice(pw_hash('x', 'des', 'salt'))
