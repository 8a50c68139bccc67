$r0 = powershell_escape('a b')
notice(String($r0, '%p'))
