notice(assert_type(Integer, 5), assert_type('String', 'a'), assert_type(Integer, 'a') |$e, $a| { "$e $a" })
