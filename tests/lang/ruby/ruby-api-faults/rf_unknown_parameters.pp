rf_unknown_parameters { 'a': }
