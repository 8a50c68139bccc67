notice(member('a', 'a'))
