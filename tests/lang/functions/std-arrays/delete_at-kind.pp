notice(delete_at('a', 0))
