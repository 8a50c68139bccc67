validate_integer('0x1F', 30)
