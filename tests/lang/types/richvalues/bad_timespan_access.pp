notice(Timespan(5)[1])
