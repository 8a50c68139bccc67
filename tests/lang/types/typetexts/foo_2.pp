assert_type('Foo[1]', 1)
