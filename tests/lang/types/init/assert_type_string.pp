assert_type('Object[{name => "X"}]', '3')
