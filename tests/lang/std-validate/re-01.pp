validate_re('a', '[')
