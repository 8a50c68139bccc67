notice(defined_with_params(5))
