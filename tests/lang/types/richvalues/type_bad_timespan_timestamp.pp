notice(Timespan[Timestamp(1)])
