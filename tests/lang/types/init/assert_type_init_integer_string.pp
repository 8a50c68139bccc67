assert_type('Init[Integer]', 'x')
