type Small = Integer[0, 9]
notice(assert_type(Small, 3))
notice(assert_type(Small, 30))
