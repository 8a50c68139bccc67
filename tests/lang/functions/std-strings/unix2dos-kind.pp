notice(unix2dos(1))
