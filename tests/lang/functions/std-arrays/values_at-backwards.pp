notice(values_at(['a', 'b'], '1-0'))
