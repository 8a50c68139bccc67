validate_legacy(Integer, 'validate_integer', 'a', 1, 2)
