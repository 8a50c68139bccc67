notice(parsepson(1))
