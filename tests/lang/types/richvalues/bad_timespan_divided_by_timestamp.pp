notice(Timespan(5) / Timestamp(3))
