assert_type('TypeSet', '3')
