notice(split('abc', Regexp))
