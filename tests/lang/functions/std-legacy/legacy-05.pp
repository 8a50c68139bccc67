validate_legacy(String, 'validate_re', 5, 'a')
