validate_slength('a', [1])
