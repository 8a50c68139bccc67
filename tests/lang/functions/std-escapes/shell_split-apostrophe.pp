notice(shell_split("it's"))
