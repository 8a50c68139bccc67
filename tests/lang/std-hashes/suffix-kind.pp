notice(suffix('a', 'b'))
