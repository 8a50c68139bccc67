$r0 = pw_hash('x','bcrypt','04$abcdefghijklmnopqrstuv')
notice(String($r0, '%p'))
