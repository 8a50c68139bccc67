notice(String(pw_hash('x', 'bcrypt', '05$abcdefghijklmnopqrstuu'), '%p'))
notice(String(pw_hash('x', 'bcrypt-a', '05$abcdefghijklmnopqrstuu'), '%p'))
notice(String(pw_hash('x', 'bcrypt-y', '05$abcdefghijklmnopqrstuu'), '%p'))
notice(String(pw_hash('x', 'SHA-512', 'averyveryveryverylongsalt'), '%p'))
