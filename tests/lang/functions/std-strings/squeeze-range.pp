notice(squeeze('a', 'z-a'))
