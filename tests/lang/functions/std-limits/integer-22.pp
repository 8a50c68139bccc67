validate_integer([[1]])
