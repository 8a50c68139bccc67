validate_slength('a', 1, 2)
