notice(Runtime['', 'x'])
