notice(5 / Timespan(3))
