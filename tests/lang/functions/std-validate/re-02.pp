validate_re('a', 5)
