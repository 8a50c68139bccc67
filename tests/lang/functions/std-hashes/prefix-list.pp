notice(prefix(['a'], ['b']))
