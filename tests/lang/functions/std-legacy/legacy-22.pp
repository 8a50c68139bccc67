validate_legacy(Notify, 'validate_string', 'x')
