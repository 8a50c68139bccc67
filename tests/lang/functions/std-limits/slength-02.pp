validate_slength('abc', 5.7, 4)
