$r0 = parsepson('[1]')
notice(String($r0, '%p'))
