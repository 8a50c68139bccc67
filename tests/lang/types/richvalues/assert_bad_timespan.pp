notice(assert_type(Timespan[1, 2], Timespan(3)))
