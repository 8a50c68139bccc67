notice(Timespan(Float('-1e400')))
