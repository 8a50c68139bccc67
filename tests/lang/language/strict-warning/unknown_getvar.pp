notice(getvar('nothing'))
