notice(unix2dos())
