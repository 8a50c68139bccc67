notice(delete_at(['a']))
