notice(grep(['a'], 1))
