validate_legacy(1, 'a', 3)
