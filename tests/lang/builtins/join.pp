notice(join('a'))
