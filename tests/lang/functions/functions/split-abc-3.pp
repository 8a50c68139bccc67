notice(split('abc', '('))
