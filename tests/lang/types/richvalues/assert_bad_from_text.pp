notice(assert_type('Timespan[1, 2, 3]', 1))
