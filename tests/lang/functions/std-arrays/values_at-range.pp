notice(values_at(['a', 'b'], '0-2'))
