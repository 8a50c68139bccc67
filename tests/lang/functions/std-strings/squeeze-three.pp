notice(squeeze('a', 'b', 'c'))
