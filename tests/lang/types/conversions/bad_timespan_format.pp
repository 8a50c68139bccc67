notice(Timespan('x', '%S'))
