validate_numeric('1e3', 5)
