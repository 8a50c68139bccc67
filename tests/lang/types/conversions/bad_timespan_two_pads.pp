notice(Timespan('5', '%-_S'))
