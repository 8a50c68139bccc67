assert_private('')
