$r0 = pick('', 'a')
notice(String($r0, '%p'))
