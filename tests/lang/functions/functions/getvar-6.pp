$x = [1]
notice(getvar('x.y'))
