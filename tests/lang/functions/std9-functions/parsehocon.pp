$r0 = parsehocon('a=1')
notice(String($r0, '%p'))
