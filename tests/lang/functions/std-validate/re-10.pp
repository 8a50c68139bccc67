validate_re('a', undef)
