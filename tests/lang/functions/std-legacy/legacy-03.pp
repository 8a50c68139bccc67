validate_legacy('a', 1, 3)
