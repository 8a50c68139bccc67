notice(Regexp('a.b', 1))
