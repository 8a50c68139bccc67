is_bool()
