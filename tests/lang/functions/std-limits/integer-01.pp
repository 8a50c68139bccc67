validate_integer(5.5)
