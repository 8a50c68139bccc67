notice(getvar('X'))
