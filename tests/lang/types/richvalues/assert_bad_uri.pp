notice(assert_type(URI['http://a'], URI('b')))
