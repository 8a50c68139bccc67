validate_slength('abc', '3', '3')
validate_slength('abc', 3, undef)
validate_slength('abcd', '0x3')
