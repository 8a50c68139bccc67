notice(grep(['a'], 'b', 'c'))
