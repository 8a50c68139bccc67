assert_type('', 1)
