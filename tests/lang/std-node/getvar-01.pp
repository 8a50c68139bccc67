notice(getvar('x'))
