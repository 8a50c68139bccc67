notice(delete_at(['a'], 'x'))
