validate_numeric('1.')
