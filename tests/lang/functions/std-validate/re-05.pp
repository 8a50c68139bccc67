validate_re('a', [])
