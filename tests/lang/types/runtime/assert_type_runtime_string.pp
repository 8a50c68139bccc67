assert_type('Runtime[ruby, "x"]', '3')
