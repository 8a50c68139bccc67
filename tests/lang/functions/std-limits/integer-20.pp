validate_integer(default)
