$x = {a=>[1,2]}
notice(getvar('x.a.1'), getvar('x'), getvar('y', 'd'), getvar('x.b', 'd'), getvar('::x'), getvar('facts.os.family'))
