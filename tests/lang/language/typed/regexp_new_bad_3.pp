notice(Regexp('a.b', true, 1))
