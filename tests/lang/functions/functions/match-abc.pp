notice(match('abc', 5))
