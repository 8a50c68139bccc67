notice(time('a', 'b'))
