notice(prefix('a', 'b'))
