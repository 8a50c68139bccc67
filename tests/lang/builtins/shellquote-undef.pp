notice(shellquote(undef))
