notice(Regexp('a', true, 1))
