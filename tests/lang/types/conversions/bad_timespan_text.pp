notice(Timespan('x'))
