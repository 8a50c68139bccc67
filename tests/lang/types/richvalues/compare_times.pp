notice(Timespan(5) == 5, 5 == Timespan(5), Timespan(5.5) == 5, 5.5 == Timespan(5.5), Timespan(5) == Timestamp(5))
notice(Timespan(5) < 6, Timespan(5.5) > 5, 5 < Timespan(5.5), Timestamp(5) >= Timestamp(5), Timestamp(5) < 5.1)
