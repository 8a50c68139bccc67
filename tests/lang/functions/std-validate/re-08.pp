validate_re(5, 'a')
