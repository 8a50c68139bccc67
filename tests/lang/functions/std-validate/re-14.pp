validate_re('a', '(')
