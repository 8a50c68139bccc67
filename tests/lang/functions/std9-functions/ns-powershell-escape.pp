$r0 = stdlib::powershell_escape("a'b")
notice(String($r0, '%p'))
