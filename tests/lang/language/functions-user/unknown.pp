notice(nothing_there(1))
