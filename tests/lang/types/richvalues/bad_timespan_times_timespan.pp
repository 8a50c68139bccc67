notice(Timespan(5) * Timespan(3))
