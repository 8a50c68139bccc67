validate_numeric('1_0.5', 11)
validate_numeric('.5')
