notice(shell_escape())
