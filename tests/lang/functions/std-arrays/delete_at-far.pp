notice(delete_at(['a'], 1))
