$r0 = stdlib::shell_escape("a'b")
notice(String($r0, '%p'))
