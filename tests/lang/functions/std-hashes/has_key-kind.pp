notice(has_key('a', 'b'))
