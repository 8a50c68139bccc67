notice(getvar('a-b'))
