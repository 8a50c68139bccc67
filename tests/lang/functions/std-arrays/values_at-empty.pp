notice(values_at(['a'], []))
