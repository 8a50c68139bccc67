validate_slength('', 1)
validate_slength([], 1)
validate_slength(undef, 1)
