validate_integer(1,2,3,4)
