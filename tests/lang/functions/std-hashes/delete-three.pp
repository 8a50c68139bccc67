notice(delete(['a'], 'a', 'b'))
