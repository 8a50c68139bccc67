validate_legacy('Optional[Integer]', 'validate_integer', '5', 10)
