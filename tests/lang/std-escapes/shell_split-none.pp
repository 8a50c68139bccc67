notice(shell_split())
