validate_re('a', 'b', '')
