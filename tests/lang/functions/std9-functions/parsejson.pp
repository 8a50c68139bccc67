$r0 = parsejson('[1]')
notice(String($r0, '%p'))
