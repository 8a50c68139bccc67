$r0 = stdlib::batch_escape("a'b")
notice(String($r0, '%p'))
