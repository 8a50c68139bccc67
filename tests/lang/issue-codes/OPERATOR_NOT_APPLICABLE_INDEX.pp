notice(true[1])
