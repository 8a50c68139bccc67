notice(assert_type('Binary[1]', 1))
