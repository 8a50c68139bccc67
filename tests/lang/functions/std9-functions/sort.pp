$r0 = sort([2,1])
notice(String($r0, '%p'))
