notice(delete(true, 'a'))
