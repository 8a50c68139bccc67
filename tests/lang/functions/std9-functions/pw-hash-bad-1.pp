$r = pw_hash('x','bcrypt','03$abcdefghijklmnopqrstuv')
