notice(getvar(''))
