notice(Timespan(5) < 'a')
