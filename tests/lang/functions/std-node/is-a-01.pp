notice(is_a(1, Integer), is_a('a', Integer), is_a(undef, Optional[Integer]))
