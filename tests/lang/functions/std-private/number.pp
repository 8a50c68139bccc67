assert_private(5)
