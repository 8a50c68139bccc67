$r0 = stdlib::extname('a.b')
notice(String($r0, '%p'))
