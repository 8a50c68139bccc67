notice(Timespan(5) / 0)
