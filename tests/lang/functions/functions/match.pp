notice(match(5, 'a'))
