notice(String(shell_split(12), '%p'))
