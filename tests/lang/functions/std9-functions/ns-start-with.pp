$r0 = stdlib::start_with('ab','a')
notice(String($r0, '%p'))
