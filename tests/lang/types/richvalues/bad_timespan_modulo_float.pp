notice(Timespan(5) % 3.0)
