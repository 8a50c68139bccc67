notice(Timespan('5', '%q'))
