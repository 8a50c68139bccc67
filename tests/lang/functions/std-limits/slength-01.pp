validate_slength('abc', 2)
