validate_slength('abc', 5, -1)
