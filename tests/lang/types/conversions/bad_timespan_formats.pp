notice(Timespan('x', ['%S', '%H']))
