notice(delete_values(['a'], 'a'))
