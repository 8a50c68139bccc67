notice(defined_with_params(undef))
