validate_legacy(Array, 'validate_array', undef)
