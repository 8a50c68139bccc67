validate_integer(1, 'a')
