notice(Timespan(1.5), Timespan(-1.5), Timespan(0), Timespan(86400), Timespan(-90061), Timespan(0.25))
