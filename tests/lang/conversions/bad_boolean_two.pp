notice(Boolean('a', 'b'))
