notice(assert_type(Timespan, Timestamp(3)))
