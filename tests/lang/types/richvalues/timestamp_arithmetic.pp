notice(Timestamp(5) + 3, Timestamp(5) + Timespan(3), Timespan(3) + Timestamp(5), 3 + Timestamp(5))
notice(Timestamp(5) - Timestamp(3), Timestamp(5) - Timespan(3), Timestamp(5) - 3.5)
