notice(basename('a', 'b', 'c'))
