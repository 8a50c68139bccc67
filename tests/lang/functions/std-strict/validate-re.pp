validate_re('a', 'a')
