assert_private(['a'])
