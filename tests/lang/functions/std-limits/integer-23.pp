validate_integer([])
