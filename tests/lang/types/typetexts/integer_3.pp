assert_type('integer', 1)
