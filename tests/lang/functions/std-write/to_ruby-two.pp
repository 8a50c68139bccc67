notice(to_ruby(1, 2))
