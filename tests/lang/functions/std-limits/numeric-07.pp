validate_numeric('0x1A', 26)
validate_numeric(' 5 ', 5, 5)
validate_numeric(-1.5, 0, -2)
validate_numeric([1, 2.5], 2)
