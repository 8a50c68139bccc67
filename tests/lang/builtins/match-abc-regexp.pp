notice(match('abc', Regexp))
