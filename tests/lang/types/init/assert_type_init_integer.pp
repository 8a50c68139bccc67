assert_type('Init[Integer, 10]', '3')
