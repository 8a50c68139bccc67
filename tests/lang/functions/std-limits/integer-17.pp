validate_integer('', 5)
