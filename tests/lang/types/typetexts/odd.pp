assert_type('3', 1)
