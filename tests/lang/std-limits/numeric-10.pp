validate_numeric(undef)
