notice(is_hash({}))
