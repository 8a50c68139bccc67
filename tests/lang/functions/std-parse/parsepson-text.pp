notice(parsepson('"a"'))
