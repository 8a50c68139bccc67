validate_slength('abc', -1)
