validate_integer(1, undef, 'b')
