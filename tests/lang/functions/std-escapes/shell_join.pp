notice(String(shell_join(['ls', '-l', 'a b', '', "it's"]), '%p'))
notice(String(shell_join([]), '%p'))
notice(String(shell_join([1, undef, true, 'ä b']), '%p'))
notice(String(shell_join([['a', 'b'], {'c' => 1}]), '%p'))
