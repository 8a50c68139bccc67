validate_integer([1,'2', undef])
