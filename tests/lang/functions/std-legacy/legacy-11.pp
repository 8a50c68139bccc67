validate_legacy(Tuple[Integer, String], 'validate_array', [1, 2])
