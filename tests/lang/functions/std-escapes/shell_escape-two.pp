notice(shell_escape('a', 'b'))
