notice(values_at(['a'], 1))
