notice(present, a-b, foo_bar, ::top, a::b)
