notice(shellquote(true))
