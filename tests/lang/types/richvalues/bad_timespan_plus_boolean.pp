notice(Timespan(5) + true)
