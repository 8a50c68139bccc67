notice(Array('a', 'b'))
