$r0 = shell_escape('a b')
notice(String($r0, '%p'))
