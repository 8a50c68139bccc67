notice(shellquote(5))
