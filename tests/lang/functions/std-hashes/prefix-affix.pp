notice(prefix(['a'], 1))
