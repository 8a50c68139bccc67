notice(match('abc', Pattern), match('abc', []))
