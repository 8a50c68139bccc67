validate_legacy(String, 'validate_re', 'a', 'b')
