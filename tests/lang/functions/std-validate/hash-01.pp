validate_hash({}, 'a')
