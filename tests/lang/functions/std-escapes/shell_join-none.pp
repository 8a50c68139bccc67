notice(shell_join())
