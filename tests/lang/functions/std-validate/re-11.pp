validate_re('a', 'b', undef)
