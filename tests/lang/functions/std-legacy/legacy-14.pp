validate_legacy(Integer, 'is_integer', 'a')
