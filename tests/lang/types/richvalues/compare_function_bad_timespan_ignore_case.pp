notice(compare(Timespan(1), Timespan(1), true))
