notice(max(3, 1.5, Timespan(90)), min(2, 10, 'x'))
