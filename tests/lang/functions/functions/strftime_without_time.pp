notice(strftime('now'))
