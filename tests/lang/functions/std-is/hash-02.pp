is_hash()
