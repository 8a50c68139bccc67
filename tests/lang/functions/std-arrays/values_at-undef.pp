notice(values_at(['a'], undef))
