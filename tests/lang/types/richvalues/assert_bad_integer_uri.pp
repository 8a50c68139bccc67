notice(assert_type(Integer, URI('http://b/c')))
