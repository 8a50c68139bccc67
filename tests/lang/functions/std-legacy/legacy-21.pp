validate_legacy(String, 'validate_slength', 'abc', 2)
