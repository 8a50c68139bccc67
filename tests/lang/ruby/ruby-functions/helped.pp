notice(rubyfns::helped(1, 'a', true))
