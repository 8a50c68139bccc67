notice(Timespan(1, 2, 3, 4), Timespan(1, 2, 3, 4, 5, 6, 7), Timespan(-1, 0, 0, -5), Timespan(0, 36, 90, 3600))
