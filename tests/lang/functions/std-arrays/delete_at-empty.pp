notice(delete_at([], 0))
