notice(delete(1, 'a'))
