notice(''', 'b')
