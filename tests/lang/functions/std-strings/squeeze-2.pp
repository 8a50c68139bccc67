notice(String(squeeze('a--b__', '-_'), '%p'))
notice(String(squeeze(''), '%p'))
