notice(values_at('a', 0))
