notice(has_key({}))
