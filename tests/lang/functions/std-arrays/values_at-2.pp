notice(String(values_at(['a', 'b'], '1-1'), '%p'))
