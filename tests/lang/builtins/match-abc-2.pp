notice(match('abc', '('))
