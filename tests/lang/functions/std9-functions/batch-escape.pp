$r0 = batch_escape('a"$b')
notice(String($r0, '%p'))
